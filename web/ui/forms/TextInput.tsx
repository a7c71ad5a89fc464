// A single-line text input, and one for passwords.
import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../IconButton.tsx'
import { useField } from './Field.tsx'

export const inputClass = cx(
  'min-h-(--control) w-full rounded-hull-sm border border-edge bg-surface px-3 py-2 text-md focus-visible:outline-offset-0 focus-visible:rounded-hull-sm',
  'aria-invalid:border-danger-fill aria-invalid:shadow-[0_0_0_1px_var(--danger-fill)] disabled:bg-sunk disabled:text-ink-3',
)

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(inputClass, 'read-only:bg-sunk', className)} {...useField()} {...rest} />
}

/** A native select that looks like an input. */
export function SelectInput({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative grid items-center">
      <select className={cx(inputClass, 'appearance-none pe-10', className)} {...useField()} {...rest} />
      <ChevronDown size={18} aria-hidden className="pointer-events-none absolute end-3 text-ink-2" />
    </span>
  )
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useWords('ui')
  const [isVisible, setVisible] = useState(false)
  return (
    <div className="relative">
      <TextInput type={isVisible ? 'text' : 'password'} className={cx('pe-12', className)} {...rest} />
      <IconButton
        icon={isVisible ? EyeOff : Eye}
        label={t('showPassword')}
        aria-pressed={isVisible}
        className="absolute end-0.5 top-0.5"
        onClick={() => setVisible(!isVisible)}
      />
    </div>
  )
}
