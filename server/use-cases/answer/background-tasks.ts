// Runs slow work outside the transaction, a few tasks at a time.

export interface BackgroundTasks<Input, Result> {
  /** Messages whose task is running, and messages whose result is ready. */
  running(): string[]
  finished(): string[]
  result(wamid: string): Result | undefined
  /** Does nothing at the limit; the next sweep tries again. */
  begin(wamid: string, input: Input): void
  forget(wamids: string[]): void
}

const maxTasks = 3

/** `onFinished` is called after each task; `failed` is the result of a task that threw. */
export function openBackgroundTasks<Input, Result>(
  run: (input: Input) => Promise<Result>,
  failed: Result,
  onFinished: () => void,
): BackgroundTasks<Input, Result> {
  const pending = new Set<string>()
  const results = new Map<string, Result>()
  const execute = async (wamid: string, input: Input): Promise<void> => {
    const result = await run(input).catch(() => failed)
    results.set(wamid, result)
    pending.delete(wamid)
    onFinished()
  }
  return {
    running: () => [...pending],
    finished: () => [...results.keys()],
    result: wamid => results.get(wamid),
    begin(wamid, input) {
      if (pending.has(wamid) || pending.size + results.size >= maxTasks) return
      pending.add(wamid)
      void execute(wamid, input)
    },
    forget: wamids => {
      for (const wamid of wamids) results.delete(wamid)
    },
  }
}
