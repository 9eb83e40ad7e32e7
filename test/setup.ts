import fc from "fast-check";

// A run that is to say something about a change draws the same values each time.
const { BAILIFF_SEED } = process.env;
if (BAILIFF_SEED) fc.configureGlobal({ seed: Number(BAILIFF_SEED) });
