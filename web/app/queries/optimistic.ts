// Optimistic updates: shown at once, rolled back with a message on failure, undoable once saved.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useExplain } from '../../ui/feedback/failure.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'

interface Write<Data, Input, Kept> {
  /** The query whose data shows it. */
  key: QueryKey
  write(input: Input): Promise<Kept>
  /** The data as it will be. */
  apply(data: Data, input: Input): Data
  /** The toast once it is saved; omitted where the change is visible anyway. */
  savedText?(input: Input): string
  /** What takes it back, made of how things were before; null where nothing can. */
  undo?(input: Input, before: Data | undefined, kept: Kept): (() => void) | null
}

/** Time to read, and to reach the button. */
const undoMs = 8_000

export function useOptimistic<Data, Input, Kept>({ key, write, apply, savedText, undo }: Write<Data, Input, Kept>) {
  const client = useQueryClient()
  const explain = useExplain()
  const t = useWords('ui')
  return useMutation({
    mutationFn: write,
    onMutate: async input => {
      // A response already in flight does not know of the change yet.
      await client.cancelQueries({ queryKey: key, exact: true })
      const before = client.getQueryData<Data>(key)
      client.setQueryData<Data>(key, data => data && apply(data, input))
      return { before }
    },
    onSuccess: (kept, input, { before }) => {
      const back = undo?.(input, before, kept)
      if (savedText) toast.success(savedText(input), back ? { durationMs: undoMs, action: { word: t('undo'), onPick: back } } : {})
    },
    onError: (error, _wish, context) => {
      if (context) client.setQueryData<Data>(key, context.before)
      toast.error(explain(error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
