// Translates an error about a phone code into a message.
import type { AuthRefusal } from '../../session/session.tsx'
import { useWords } from '../../words/words.tsx'
import { phoneRefusalKey } from './refusal.ts'

export function usePhoneRefusal(): (refused: AuthRefusal) => string {
  const t = useWords('byphone')
  const account = useWords('account')
  return refused => {
    const { catalog, key } = phoneRefusalKey(refused)
    return catalog === 'byphone' ? t(key) : account(key)
  }
}
