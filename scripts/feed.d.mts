export function feed(
  changelog: readonly { name: string; date: string | null; groups: { title: string; entries: string[] }[] }[],
  origin: string,
): string
