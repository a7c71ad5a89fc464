export function feed(changelog: string, origin: string): string
