// Runs what belongs to one key one after another, and different keys side by side: nobody's many wait in front of another's one.

export function inTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const ended: Promise<unknown> = mine.catch(() => undefined).then(() => last.get(key) === ended && last.delete(key))
    last.set(key, ended)
    return mine
  }
}
