const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of base64 text (RFC 4648, blanks skipped, padding optional); undefined when it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const clean = text.replace(/\s+/g, "").replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (clean.length % 4 === 1) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const c of clean) {
    const value = ALPHABET.indexOf(c);
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

/** Text of base64-encoded UTF-16LE, as PowerShell's `-EncodedCommand` takes it; undefined when it is none. */
export function decodeBase64Utf16(text: string): string | undefined {
  const bytes = decodeBase64(text);
  if (!bytes || bytes.length % 2 === 1) return undefined;
  let out = "";
  for (let i = 0; i < bytes.length; i += 2) out += String.fromCharCode((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8));
  return out;
}
