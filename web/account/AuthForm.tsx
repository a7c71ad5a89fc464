// A form of signing in and its kin: the refusal above, the fields, one button.
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'

interface AuthFormProps {
  refused: string | null
  deed: string
  busy: boolean
  /** One card among others: its button does not stand out. */
  quiet?: boolean
  onSend(event: FormEvent): Promise<void>
  children: ReactNode
}

export function AuthForm({ refused, deed, busy, quiet = false, onSend, children }: AuthFormProps) {
  return (
    <form className="grid gap-4" noValidate onSubmit={event => void onSend(event)}>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      {children}
      <Button type="submit" look={quiet ? 'quiet' : 'primary'} block={!quiet} className={quiet ? 'w-fit' : undefined} busy={busy}>
        {deed}
      </Button>
    </form>
  )
}
