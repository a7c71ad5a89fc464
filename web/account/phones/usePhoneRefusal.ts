// Says a refusal about a phone in words.
import type { Refused } from '../../session.tsx'
import { useWords } from '../../words.tsx'
import { phoneRefusal } from './refusal.ts'

export function usePhoneRefusal(): (refused: Refused) => string {
  const t = useWords('byphone')
  const account = useWords('account')
  return refused => {
    const { room, key } = phoneRefusal(refused)
    return room === 'byphone' ? t(key) : account(key)
  }
}
