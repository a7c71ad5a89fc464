// What notes.mjs offers to tests in TypeScript.
export function notesOf(changelog: string, version: string): string
