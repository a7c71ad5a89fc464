// Where a person is reached: their address, or the number of who has none, as a sentence takes it.
import type { User } from '@supabase/supabase-js'
import { phoneInText } from '../../../core/phone/phone.ts'

export const reachOf = (user: User | null): string | null => user?.email || (user?.phone ? phoneInText(user.phone) : null)
