// The props that the setup form and the sign-in step of a second factor receive.
import type { Factor } from '@supabase/supabase-js'

export interface AddProps {
  /** The person has none of this kind yet, so a name is suggested. */
  isFirst: boolean
  onDone(): void
}

export interface StepProps {
  factor: Factor
}
