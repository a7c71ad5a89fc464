// A write that shows at once what it will come to: taken back with a sentence when it fails, and with Undo once it is kept.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useExplain } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'

interface Write<Data, Wish, Kept> {
  /** The query whose data shows it. */
  key: QueryKey
  write(wish: Wish): Promise<Kept>
  /** The data as it will be. */
  apply(data: Data, wish: Wish): Data
  /** What is said once it is kept; left out where seeing it is enough. */
  said?(wish: Wish): string
  /** What takes it back, made of how things were before; null where nothing can. */
  undo?(wish: Wish, before: Data | undefined, kept: Kept): (() => void) | null
}

/** Time to read, and to reach the button. */
const undoMs = 8_000

export function useOptimistic<Data, Wish, Kept>({ key, write, apply, said, undo }: Write<Data, Wish, Kept>) {
  const client = useQueryClient()
  const explain = useExplain()
  const t = useWords('ui')
  return useMutation({
    mutationFn: write,
    onMutate: async wish => {
      // An answer that is under way knows nothing of it yet.
      await client.cancelQueries({ queryKey: key, exact: true })
      const before = client.getQueryData<Data>(key)
      client.setQueryData<Data>(key, data => data && apply(data, wish))
      return { before }
    },
    onSuccess: (kept, wish, { before }) => {
      const back = undo?.(wish, before, kept)
      if (said) toast.success(said(wish), back ? { durationMs: undoMs, action: { word: t('undo'), onPick: back } } : {})
    },
    onError: (error, _wish, context) => {
      if (context) client.setQueryData<Data>(key, context.before)
      toast.error(explain(error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
