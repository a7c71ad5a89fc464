// A form field: label above, help below, replaced by the error if there is one.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'

interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldAttributes | null>(null)

/** The attributes of an input inside a Field; empty outside of one. */
export const useField = (): Partial<FieldAttributes> => useContext(FieldContext) ?? {}

export function Field(props: {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Shown at the end of the label's line: a link such as "Forgot password?". */
  aside?: ReactNode
  children: ReactNode
}) {
  const { label, help, error, aside, children } = props
  const id = useId()
  const textId = `${id}-text`
  return (
    <FieldContext value={{ id, 'aria-describedby': help || error ? textId : undefined, 'aria-invalid': error ? true : undefined }}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1.5 *:col-start-1 *:col-end-3">
        <label htmlFor={id} className="col-end-2! row-start-1 self-baseline text-sm font-strong">
          {label}
        </label>
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
        {/* Shown in the label's line, but reached by keyboard after the field. */}
        {aside && <div className="col-start-2! row-start-1 self-baseline text-sm">{aside}</div>}
      </div>
    </FieldContext>
  )
}
