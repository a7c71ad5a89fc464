// Types of bootstrap.mjs, for what is written in TypeScript.

/** Builds the files for the browser if their sources have changed; false if the build failed. */
export function build(): boolean
