// Renders toasts after the first one is raised.
import { useTheme } from 'next-themes'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { directionOf } from '../../../core/words/languages.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import { isToasterNeeded, onToasterNeeded } from './toast.ts'

const Toaster = lazy(async () => ({ default: (await import('sonner')).Toaster }))

export function Toasts() {
  const t = useWords('ui')
  const direction = directionOf(useLanguage())
  const { resolvedTheme } = useTheme()
  const isNeeded = useSyncExternalStore(onToasterNeeded, isToasterNeeded, () => false)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster
        dir={direction}
        position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'}
        richColors
        closeButton
        duration={3000}
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        containerAriaLabel={t('toasts')}
        toastOptions={{ closeButtonAriaLabel: t('close') }}
      />
    </Suspense>
  )
}
