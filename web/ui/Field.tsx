// A field: label above, help below, and an error that takes the place of the help.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'

interface FieldParts {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldParts | null>(null)

/** What an input inside a Field must carry; nothing outside of one. */
export const useField = (): Partial<FieldParts> => useContext(FieldContext) ?? {}

export function Field(props: {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Stands at the end of the label's line: a link such as "Forgot password?". */
  aside?: ReactNode
  children: ReactNode
}) {
  const { label, help, error, aside, children } = props
  const id = useId()
  const textId = `${id}-text`
  return (
    <FieldContext value={{ id, 'aria-describedby': help || error ? textId : undefined, 'aria-invalid': error ? true : undefined }}>
      <div className="grid content-start gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <label htmlFor={id} className="font-strong">
            {label}
          </label>
          {aside}
        </div>
        {children}
        {error ? (
          <p id={textId} className="flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert size={16} aria-hidden className="mt-0.5" />
            {error}
          </p>
        ) : (
          help && (
            <p id={textId} className="text-sm text-ink-2">
              {help}
            </p>
          )
        )}
      </div>
    </FieldContext>
  )
}
