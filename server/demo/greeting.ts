// What a person reads below the ready line: how to sign in, where to write to, where the phone is.
import type { Auth } from '../auth/auth.ts'
import type { Ground } from '../wiring.ts'
