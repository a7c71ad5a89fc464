// Optimistic updates: applied at once, rolled back with a message on failure, undoable once saved.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../ApiError.ts'
import { readConnection } from '../../connection.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'

interface OptimisticWrite<Data, Input, Saved> {
  /** The query whose data shows the change. */
  key: QueryKey
  write(input: Input): Promise<Saved>
  /** The data with the change applied. */
  apply(data: Data, input: Input): Data
  /** The toast once it is saved; omitted where the change is visible anyway. */
  savedText?(input: Input): string
  /** A function that reverts the change, built from the previous data; null if it cannot be undone. */
  undo?(input: Input, before: Data | undefined, saved: Saved): (() => void) | null
}

/** Long enough to read the toast and reach its button. */
const undoMs = 8_000

export function useOptimistic<Data, Input, Saved>({ key, write, apply, savedText, undo }: OptimisticWrite<Data, Input, Saved>) {
  const client = useQueryClient()
  const explain = useExplain()
  const t = useWords('ui')
  return useMutation({
    mutationFn: write,
    // One after another, so that the second builds on what the first has saved.
    scope: { id: JSON.stringify(key) },
    onMutate: async input => {
      // Nothing may look done that can't be sent; where the server is silent, it looks done once it is.
      if (readConnection() === 'offline') throw new ApiError(0, 'no_answer', 'no_answer')
      // A response already in flight does not contain the change yet.
      await client.cancelQueries({ queryKey: key, exact: true })
      const before = client.getQueryData<Data>(key)
      if (readConnection() === 'online') client.setQueryData<Data>(key, data => data && apply(data, input))
      return { before }
    },
    onSuccess: (saved, input, { before }) => {
      const revert = undo?.(input, before, saved)
      if (savedText) toast.success(savedText(input), revert ? { durationMs: undoMs, action: { label: t('undo'), onClick: revert } } : {})
    },
    onError: (error, _input, context) => {
      if (context) client.setQueryData<Data>(key, context.before)
      toast.error(explain(error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
