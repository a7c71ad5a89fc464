// Formats how a user is shown on screen: email address or phone number, and name.
import type { User } from '@supabase/supabase-js'
import { formatPhoneInText } from '../../../core/phone/phone.ts'

export const contactLabel = (user: User | null): string | null => user?.email || (user?.phone ? formatPhoneInText(user.phone) : null)

export function personName(user: User | null): string | null {
  const name: unknown = user?.user_metadata['name']
  return typeof name === 'string' && name ? name : null
}
