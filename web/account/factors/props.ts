// What a kind of second factor is given when it is set up, and when it is shown.
import type { Factor } from '@supabase/supabase-js'

export interface AddProps {
  /** The person has none of this kind yet: a name is proposed. */
  isFirst: boolean
  onDone(): void
}

export interface StepProps {
  factor: Factor
}
