declare const BAILIFF_VERSION: string | undefined;

/** bailiff's version, put in by the build. */
export const version: string = typeof BAILIFF_VERSION === "string" ? BAILIFF_VERSION : "0.0.0";
