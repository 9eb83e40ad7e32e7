/**
 * The empty list of whoever found nothing, shared: most calls have nothing of most kinds. Not frozen,
 * since V8 goes through frozen lists more slowly and with garbage; that it is read only is its type's.
 */
export const NONE: readonly never[] = [];
