// What notice.mjs offers to tests in TypeScript.
export function writeNotice(file: string, packages: { folder: string; name: string; version: string; license: string | null }[]): void
