// Light, dark or as the system has it, on deep water.
import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { cx } from '../ui/cx.ts'
import { useWords } from '../words.tsx'

const themes = ['light', 'dark', 'system'] as const
const never = () => () => {}

/** What was chosen is known only in the browser: before that none is marked. */
export function ThemeChoice() {
  const t = useWords('pages')
  const { theme, setTheme } = useTheme()
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <fieldset className="inline-flex justify-self-start rounded-hull p-[3px] shadow-[inset_0_0_0_1px_var(--deep-line)]">
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map(name => (
        <button
          key={name}
          type="button"
          aria-pressed={isHere && theme === name}
          onClick={() => setTheme(name)}
          className={cx(
            'min-h-8 rounded-[3px_3px_9px_9px] px-3 text-sm hover:text-on-deep',
            isHere && theme === name ? 'bg-deep-2 font-strong text-on-deep' : 'text-on-deep-2',
          )}
        >
          {t(`theme.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
