// Secrets that are looked for wherever they must not be, as they are, and as databases and wires write them.

/** By what it is. */
export type Canaries = Map<string, string>

export interface Place {
  name: string
  text: string
}

/** A line for each canary that stands somewhere, with the place, never the canary. */
export function findCanaries(canaries: Canaries, places: Place[]): string[] {
  return places.flatMap(({ name, text }) =>
    [...canaries].flatMap(([what, canary]) => {
      const written = formsOf(canary).find(form => text.includes(form.text))
      return written ? [`${what} in ${name}, ${written.name}`] : []
    }),
  )
}

function formsOf(canary: string): { name: string; text: string }[] {
  const bytes = Buffer.from(canary)
  return [
    { name: 'as it is', text: canary },
    { name: 'in hex', text: bytes.toString('hex') },
    { name: 'in a URL', text: encodeURIComponent(canary) },
    ...[0, 1, 2].map(offset => ({ name: 'in base64', text: base64Within(bytes, offset) })),
  ]
}

/** What is the same in base64 whatever stands before and after it. */
function base64Within(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '')
  return text.slice(offset === 0 ? 0 : offset + 1, -2)
}
