// What machine.mjs offers to tests in TypeScript.
export function findPostgres(): string
