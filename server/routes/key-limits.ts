// What an API key may not do on routes that it may use: whatever would weaken its owner's protection stays a person's act.
import type * as delivery from '../../core/api/delivery.ts'
import type * as mail from '../../core/api/mail.ts'
import type * as settings from '../../core/api/settings.ts'
import type { Shape } from '../../core/api/shape.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../foundation/http/route.ts'
import { requestWords } from '../foundation/words.ts'

const t = requestWords().of('http')

type Asked<S extends Shape> = Pick<AuthenticatedRequest<S>, 'body' | 'query'>

/** Refuses with 403 what `isForPeople` names, if a key asks for it. */
export const limitKeys =
  <S extends Shape>(handle: UserHandler<S>, isForPeople: (asked: Asked<S>) => boolean): UserHandler<S> =>
  async request => {
    if (request.sessionId === null && isForPeople(request)) throw new HttpError(403, 'person_only', t('personOnly'))
    return handle(request)
  }

export const keyLimits = {
  /** Trusting a certificate that no authority signed. */
  addMailbox: ({ body }: Asked<typeof mail.addMailboxApi>) => body.kind === 'imap' && body.fingerprint !== undefined,
  changeMailbox: ({ body }: Asked<typeof mail.changeMailboxApi>) => body.fingerprint !== undefined || body.password !== undefined,
  /** Erasing emails cannot be undone. */
  removeMailbox: ({ query }: Asked<typeof mail.removeMailboxApi>) => query.erase === 'yes',
  /** A phone that may act or reply does so in its owner's name. */
  changePhone: ({ body }: Asked<typeof delivery.changeDestinationApi>) => body.rights !== undefined && body.rights !== 'read',
  changeSettings: ({ body }: Asked<typeof settings.changeSettingsApi>) =>
    body.linksAskSignIn === false || body.notices?.new_device === false,
}
