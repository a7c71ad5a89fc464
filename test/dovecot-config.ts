// The configuration of a test Dovecot, which keeps everything in one folder and runs as the current user.
import { execFileSync } from 'node:child_process'

export interface DovecotOptions {
  /** PEM files; with them there is TLS, and STARTTLS on the plain port. */
  tls?: { certFile: string; keyFile: string }
  /** Where it asks whether an access token is good (RFC 7662); its users may sign in with one. */
  introspectionUrl?: string
  /** So many may be connected at once; whoever idles is put to sleep (imap_hibernate). */
  connections?: number
}

/** Dovecot 2.3 takes one setting a line in a block. */
export function configOf(
  folder: string,
  ports: { imapPort: number; imapsPort: number; lmtpPort: number },
  { tls, introspectionUrl, connections }: DovecotOptions,
): string {
  const isRoot = process.getuid?.() === 0
  const me = isRoot ? 'nobody' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  const group = isRoot ? 'nogroup' : execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = ${tls ? 'yes' : 'no'}
${tls ? `ssl_cert = <${tls.certFile}\nssl_key = <${tls.keyFile}` : ''}
disable_plaintext_auth = no
auth_username_format = %Ln
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 50
recipient_delimiter = +
lmtp_save_to_detail_mailbox = yes
lda_mailbox_autocreate = yes
default_internal_user = ${me}
default_internal_group = ${group}
default_login_user = ${me}
first_valid_uid = 1
${introspectionUrl ? tokenSignIn(folder) : ''}passdb {
  driver = passwd-file
  args = ${folder}/users/%Ln
}
userdb {
  driver = passwd-file
  args = ${folder}/users/%Ln
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imapPort}
  }
  inet_listener imaps {
    port = ${ports.imapsPort}
    ssl = ${tls ? 'yes' : 'no'}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtpPort}
  }
}
namespace inbox {
  inbox = yes
}
${connections ? manyConnections(connections, me) : ''}`
}

const tokenSignIn = (folder: string): string => `auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}
`

export const tokensOf = (introspectionUrl: string): string => `introspection_mode = post
introspection_url = ${introspectionUrl}
force_introspection = yes
active_attribute = active
active_value = true
username_attribute = email
username_format = %Ln
`

const manyConnections = (most: number, me: string): string => `
default_client_limit = ${most * 4 + 1000}
default_process_limit = ${most + 200}
default_vsz_limit = 1G
imap_hibernate_timeout = 2s
service imap-login {
  service_count = 0
  process_min_avail = 1
  process_limit = 2
}
service imap {
  process_limit = ${most + 200}
  unix_listener imap-master {
    user = ${me}
    mode = 0600
  }
}
service imap-hibernate {
  unix_listener imap-hibernate {
    user = ${me}
    mode = 0600
  }
}
`
