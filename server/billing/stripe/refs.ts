// Reads ids, times and links out of Stripe's objects: a reference is an id or the object itself, a time counts seconds.

/** The id of what may be expanded. */
export const refOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const timeOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)

export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

/** A page that the browser may open; never a link that runs something. */
export const linkOf = (url: string | null | undefined): string | null => (url && /^https?:\/\//.test(url) ? url : null)
