/** `C:\x` as it is mounted in WSL; Git Bash takes the backslashes away before. */
export function windowsPath<T extends { readonly text: string }>(word: T): T {
  const drive = /^([A-Za-z]):[\\/]?(.*)$/s.exec(word.text);
  const text = (drive ? `/mnt/${drive[1]?.toLowerCase()}/${drive[2]}` : word.text).replace(/\\/g, "/");
  return { ...word, text };
}
