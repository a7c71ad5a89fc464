// The profile picture: upload, change, remove.
import { useRef, useState } from 'react'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { type NotTaken, pictureTypes, removePicture, savePicture, useAvatar } from './picture.ts'

export function AvatarCard() {
  const t = useWords('profile')
  const { user } = useAuth()
  const picture = useAvatar()
  const chooser = useRef<HTMLInputElement>(null)
  const [doing, setDoing] = useState<'save' | 'remove' | null>(null)
  const [refused, setRefused] = useState<NotTaken | null>(null)
  const explain = useRefusal()
  const name: unknown = user?.user_metadata['name']
  const run = async (kind: 'save' | 'remove', action: Promise<NotTaken | null>) => {
    setDoing(kind)
    setRefused(null)
    const notTaken = await action
    setDoing(null)
    setRefused(notTaken)
    if (!notTaken) toast.success(t(kind === 'save' ? 'picture.saved' : 'picture.removed'))
  }
  const choose = (file: File | undefined) => {
    if (file && user) void run('save', savePicture(user.id, file))
  }
  return (
    <Card>
      <h2>{t('picture.title')}</h2>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar name={typeof name === 'string' && name ? name : (user?.email ?? '')} picture={picture} large />
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" busy={doing === 'save'} disabled={doing === 'remove'} onClick={() => chooser.current?.click()}>
            {t(picture ? 'picture.change' : 'picture.choose')}
          </Button>
          {picture && (
            <Button
              look="bare"
              busy={doing === 'remove'}
              disabled={doing === 'save'}
              onClick={() => user && void run('remove', removePicture(user.id))}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes.join()}
        aria-label={t('picture.file')}
        hidden
        onChange={event => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p role="status" className="text-sm text-ink-2">
        {t(doing === 'save' ? 'picture.working' : 'picture.help')}
      </p>
      {refused && (
        <Note kind="danger" alert>
          {explain(refused)}
        </Note>
      )}
    </Card>
  )
}

const bytesInMegabyte = 1_048_576

function useRefusal(): (notTaken: NotTaken) => string {
  const t = useWords('profile')
  const account = useWords('account')
  return ({ reason, mostBytes }) => {
    if (reason === 'tooMany' || reason === 'unreachable') return account(reason)
    if (reason !== 'tooLarge' || mostBytes === null) return t(`picture.${reason}`)
    return t('picture.largerThan', { megabytes: Math.round((10 * mostBytes) / bytesInMegabyte) / 10 })
  }
}
