// Keeps what was typed: whoever leaves before it is saved is asked first, also when the window is closed.
import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../ui/Dialog.tsx'
import { useWords } from '../words.tsx'

interface AskProps {
  isDirty: boolean
  /** What is lost. */
  text: string
  /** Set once it was saved or deleted: then nothing is lost any more. */
  isLetGo?: RefObject<boolean>
}

export function AskBeforeLeaving({ isDirty, text, isLetGo }: AskProps) {
  const t = useWords('ui')
  const leaving = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && !isLetGo?.current && currentLocation.pathname !== nextLocation.pathname
  })
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLetGo?.current) event.preventDefault()
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
      <p>{text}</p>
    </Confirm>
  )
}
