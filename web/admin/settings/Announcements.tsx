// The announcements that are shown at the top of every page: text by language, level, audience and times.
import { useState } from 'react'
import { type AllSettings, saveAnnouncementsApi } from '../../../core/api/admin/settings.ts'
import type { ServiceAnnouncement } from '../../../core/settings/notices.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { useTakeSettings } from './use-settings.ts'

const newAnnouncement = (): ServiceAnnouncement => ({
  ...{ id: crypto.randomUUID(), level: 'info', audience: 'all', from: null, until: null },
  texts: { en: '' },
})

export function Announcements({ all }: { all: AllSettings }) {
  const t = useWords('adminsettings')
  const call = useCall()
  const take = useTakeSettings()
  const [announcements, setAnnouncements] = useState(all.announcements)
  const [isOpen, setOpen] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const isChanged = JSON.stringify(announcements) !== JSON.stringify(all.announcements)
  const change = (changed: ServiceAnnouncement) => setAnnouncements(announcements.map(one => (one.id === changed.id ? changed : one)))
  const trySave = () => {
    setHasTried(true)
    if (announcements.every(({ texts }) => texts.en.trim())) setOpen(true)
  }
  const save = async (reason: string) => {
    const body = { announcements, revision: all.revision, reason }
    take(await call(saveAnnouncementsApi, 'PUT', '/api/admin/settings/announcements', { body }))
  }
  return (
    <Card>
      <div>
        <h2>{t('announcements.title')}</h2>
        <p className="max-w-[62ch] text-ink-2">{t('announcements.text')}</p>
      </div>
      {announcements.length === 0 && <EmptyState title={t('announcements.empty')}>{t('announcements.empty.text')}</EmptyState>}
      {announcements.map((announcement, at) => (
        <AnnouncementForm
          key={announcement.id}
          {...{ announcement, hasTried }}
          title={t('announcement', { n: at + 1 })}
          onChange={change}
          onRemove={() => setAnnouncements(announcements.filter(({ id }) => id !== announcement.id))}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => setAnnouncements([...announcements, newAnnouncement()])}>
          {t('announcements.add')}
        </Button>
        {isChanged && <Button onClick={trySave}>{t('announcements.save')}</Button>}
      </div>
      <ConfirmAction
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('announcements.save.title')}
        action={t('announcements.save')}
        danger={false}
        onConfirm={save}
      >
        <p>{t('announcements.save.text')}</p>
      </ConfirmAction>
    </Card>
  )
}
