// Keeps what was typed: whoever leaves an unsaved filter is asked first, also when the window is closed.
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../../ui/Dialog.tsx'
import { useWords } from '../../words.tsx'

/** `isLetGo` is set once the filter was saved or deleted: then nothing is lost any more. */
export function AskBeforeLeaving({ isDirty, isLetGo }: { isDirty: boolean; isLetGo: RefObject<boolean> }) {
  const t = useWords('filterlist')
  const leaving = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && !isLetGo.current && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLetGo.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty, isLetGo])
  return (
    <Confirm
      open={leaving.state === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t('leave.title')}
      deed={t('leave.deed')}
      stay={t('leave.stay')}
      onDeed={() => leaving.proceed?.()}
    >
      <p>{t('leave.text')}</p>
    </Confirm>
  )
}
