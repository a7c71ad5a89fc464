// The profile picture: upload, change, remove.
import { useRef, useState } from 'react'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { type PictureFailure, pictureTypes, removePicture, savePicture, useAvatar } from './picture.ts'

export function AvatarCard() {
  const t = useWords('profile')
  const { user } = useAuth()
  const picture = useAvatar()
  const fileInput = useRef<HTMLInputElement>(null)
  const [activity, setActivity] = useState<'save' | 'remove' | null>(null)
  const [failure, setFailure] = useState<PictureFailure | null>(null)
  const explain = useFailureText()
  const name: unknown = user?.user_metadata['name']
  const run = async (kind: 'save' | 'remove', action: Promise<PictureFailure | null>) => {
    setActivity(kind)
    setFailure(null)
    const result = await action
    setActivity(null)
    setFailure(result)
    if (!result) toast.success(t(kind === 'save' ? 'picture.saved' : 'picture.removed'))
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
          <Button look="quiet" busy={activity === 'save'} disabled={activity === 'remove'} onClick={() => fileInput.current?.click()}>
            {t(picture ? 'picture.change' : 'picture.choose')}
          </Button>
          {picture && (
            <Button
              look="bare"
              busy={activity === 'remove'}
              disabled={activity === 'save'}
              onClick={() => user && void run('remove', removePicture(user.id))}
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={fileInput}
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
        {t(activity === 'save' ? 'picture.working' : 'picture.help')}
      </p>
      {failure && (
        <Note kind="danger" alert>
          {explain(failure)}
        </Note>
      )}
    </Card>
  )
}

const bytesInMegabyte = 1_048_576

function useFailureText(): (result: PictureFailure) => string {
  const t = useWords('profile')
  const account = useWords('account')
  return ({ reason, maxBytes }) => {
    if (reason === 'tooMany' || reason === 'unreachable') return account(reason)
    if (reason !== 'tooLarge' || maxBytes === null) return t(`picture.${reason}`)
    return t('picture.largerThan', { megabytes: Math.round((10 * maxBytes) / bytesInMegabyte) / 10 })
  }
}
