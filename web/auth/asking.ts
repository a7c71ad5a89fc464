// Asks the auth service something that it may refuse.
import type { AuthError } from '@supabase/supabase-js'
import type { Refused } from '../session.tsx'
import { type Client, openDoor } from './client.ts'

/** Null when it agreed; a refusal goes to the console too, where specification §8 wants all of them. */
export async function askAuth(deed: (client: Client) => Promise<{ error: AuthError | null }>): Promise<Refused | null> {
  try {
    const { client } = await openDoor()
    const { error } = await deed(client)
    if (error) console.error(error)
    return error
  } catch (error) {
    console.error(error)
    return { status: 0, code: undefined }
  }
}
