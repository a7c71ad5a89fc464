// How a person is shown on screen: email address or phone number, and name.
import type { User } from '@supabase/supabase-js'
import { phoneInText } from '../../../core/phone/phone.ts'

export const contactOf = (user: User | null): string | null => user?.email || (user?.phone ? phoneInText(user.phone) : null)

export function personNameOf(user: User | null): string | null {
  const name: unknown = user?.user_metadata['name']
  return typeof name === 'string' && name ? name : null
}
