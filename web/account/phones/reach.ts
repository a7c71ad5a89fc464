// Who a person is on screen: their address, or the number of who has none, as a sentence takes it; and the name that they gave.
import type { User } from '@supabase/supabase-js'
import { phoneInText } from '../../../core/phone/phone.ts'

export const reachOf = (user: User | null): string | null => user?.email || (user?.phone ? phoneInText(user.phone) : null)

export function nameOf(user: User | null): string | null {
  const name: unknown = user?.user_metadata['name']
  return typeof name === 'string' && name ? name : null
}
