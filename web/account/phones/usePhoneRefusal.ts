// Translates an error about a phone code into a message.
import type { Refused } from '../../session/session.tsx'
import { useWords } from '../../words/words.tsx'
import { phoneRefusal } from './refusal.ts'

export function usePhoneRefusal(): (refused: Refused) => string {
  const t = useWords('byphone')
  const account = useWords('account')
  return refused => {
    const { catalog, key } = phoneRefusal(refused)
    return catalog === 'byphone' ? t(key) : account(key)
  }
}
