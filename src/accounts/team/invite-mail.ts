import type { Locale } from '#src/contract/locale.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import { layoutMail } from '#src/platform/mail/mail-layout.ts'
import type { OutgoingMail } from '#src/platform/platform.ts'
import { mailWords } from '../mails/words.ts'

type InviteMail = { to: string; locale: Locale; team: string; role: TeamRole; token: string }

/** The mail is in the language of the inviting person, because the invited person may have no account yet. */
export function inviteMail(ctx: BrandHolder, { to, locale, team, role, token }: InviteMail): OutgoingMail {
  const say = mailWords(locale)
  const values = { brand: brandOf(ctx).name, team, role }
  return layoutMail(ctx, {
    to,
    about: team,
    kind: 'team-invite',
    locale,
    subject: say('team.subject', values),
    heading: say('team.heading', values),
    blocks: [
      { kind: 'text', text: say('team.lead', values) },
      { kind: 'button', label: say('team.open'), url: `${ctx.settings.publicUrl}/dashboard/team/join?token=${token}` },
      { kind: 'text', text: say('team.life', { email: to }) },
      { kind: 'note', text: say('team.ignore') },
    ],
    footer: say('footer', { email: to }),
  })
}
