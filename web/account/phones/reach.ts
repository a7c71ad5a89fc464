// Where a person is reached: their address, or the number of who has none.
import type { User } from '@supabase/supabase-js'
import { displayPhone } from '../../../core/phone/phone.ts'

export const reachOf = (user: User | null): string | null => user?.email || (user?.phone ? displayPhone(user.phone) : null)
