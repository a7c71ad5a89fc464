export function packSource(root: string, folder: string): void
export function sourceFiles(root: string): string[]
