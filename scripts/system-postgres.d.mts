// What system-postgres.mjs offers to tests in TypeScript.
export function startSystemPostgres(programs: string, folder: string): Promise<{ url: string; version: string; stop(): Promise<void> }>
export function freePort(): Promise<number>
