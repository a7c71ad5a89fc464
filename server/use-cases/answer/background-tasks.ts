// Runs slow work outside the transaction, with a small limit on how many run at once.

export interface BackgroundTasks<W, G> {
  /** The messages whose errand is under way, and those whose errand is done. */
  underWay(): string[]
  there(): string[]
  of(wamid: string): G | undefined
  /** Nothing where as many as may be are held: the next sweep asks again. */
  begin(wamid: string, wish: W): void
  forget(wamids: string[]): void
}

const mostHeld = 3

/** `onThere` is called when one is done; `failed` stands for what it could not bring. */
export function openBackgroundTasks<W, G>(run: (wish: W) => Promise<G>, failed: G, onThere: () => void): BackgroundTasks<W, G> {
  const waiting = new Set<string>()
  const held = new Map<string, G>()
  const go = async (wamid: string, wish: W): Promise<void> => {
    const got = await run(wish).catch(() => failed)
    held.set(wamid, got)
    waiting.delete(wamid)
    onThere()
  }
  return {
    underWay: () => [...waiting],
    there: () => [...held.keys()],
    of: wamid => held.get(wamid),
    begin(wamid, wish) {
      if (waiting.has(wamid) || waiting.size + held.size >= mostHeld) return
      waiting.add(wamid)
      void go(wamid, wish)
    },
    forget: wamids => {
      for (const wamid of wamids) held.delete(wamid)
    },
  }
}
