// `node -r` this: notes the files that a process opens, in the file that OPENED_FILES names.
const fs = require("node:fs");
const opened = [];
for (const name of ["openSync", "readFileSync"]) {
  const real = fs[name];
  fs[name] = (file, ...rest) => {
    const result = real(file, ...rest);
    if (typeof file === "string") opened.push(file);
    return result;
  };
}
process.on("exit", () => fs.writeFileSync(process.env.OPENED_FILES, JSON.stringify(opened)));
