// A multi-line text input.
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'
import { inputClass } from './TextInput.tsx'

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx(inputClass, 'resize-y', className)} {...useField()} {...rest} />
}
