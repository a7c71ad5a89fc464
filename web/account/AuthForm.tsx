// The form layout of all sign-in pages: an error on top, the fields, one button. The first field has the focus.
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'

interface AuthFormProps {
  errorText: string | null
  action: string
  busy: boolean
  /** One card among others: its button does not stand out. */
  quiet?: boolean
  onSubmit(event: FormEvent): Promise<void>
  children: ReactNode
}

export function AuthForm({ errorText, action, busy, quiet = false, onSubmit, children }: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body || activeElement.tagName === 'H1'
    // On a phone the keyboard would cover what the page says.
    if (quiet || !isFree || matchMedia('(pointer: coarse)').matches) return
    form.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus({ preventScroll: true })
  }, [quiet])
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={event => void onSubmit(event)} onBlurCapture={keepFromEmpty}>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      {children}
      <Button type="submit" look={quiet ? 'quiet' : 'primary'} block={!quiet} className={quiet ? 'w-fit' : undefined} busy={busy}>
        {action}
      </Button>
    </form>
  )
}

/** What is left empty is checked when the form is sent: an error that appears while a link is clicked would push the link away. */
function keepFromEmpty(event: FocusEvent): void {
  if (event.target instanceof HTMLInputElement && event.target.value === '') event.stopPropagation()
}
