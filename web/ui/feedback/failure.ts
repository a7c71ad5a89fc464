// Turns an error into a message for the user.
import { ApiError } from '../../ApiError.ts'
import { useWords } from '../../words/words.tsx'

/** `const explain = useExplain()`, then `explain(error)`: the server's message, or a default one. */
export function useExplain(): (error: unknown) => string {
  const t = useWords('ui')
  return error => {
    if (!(error instanceof ApiError)) return t('failure.unknown')
    if (error.code === 'no_answer') return t('failure.noAnswer')
    if (error.code === 'unexpected_answer') return t('failure.unexpected')
    return error.message
  }
}
