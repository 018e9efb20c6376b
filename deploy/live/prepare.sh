#!/bin/sh
# Prepares the settings for deploy/compose.live.yaml:
#
#   sudo sh deploy/live/prepare.sh www.example.com api.example.com
#
# Creates in SETTINGS_DIR (default /etc/tapewire) compose.env, with a new password of the stores and a new key ring, and
# the files for the settings of the roles. Creates the backup folder BACKUPS (default /var/backups/tapewire). Existing
# files are kept.
set -eu
umask 077

site=${1:?"the host name of the site, such as www.example.com"}
api=${2:?"the host name of the data API, such as api.example.com"}
settings=${SETTINGS_DIR:-/etc/tapewire}
backups=${BACKUPS:-/var/backups/tapewire}
here=$(dirname "$0")

mkdir -p "$settings" "$backups"
# The image runs as this user.
if [ "$(id -u)" = 0 ]; then chown 10001:10001 "$backups"; fi

if [ ! -e "$settings/compose.env" ]; then
	cat > "$settings/compose.env" <<END
SITE_HOST=$site
API_HOST=$api
STORE_PASSWORD=$(openssl rand -hex 24)
# Without the key ring no key and no secret in a backup can be read: keep a copy elsewhere.
KEYRING=1:$(openssl rand -base64 32)
SETTINGS_DIR=$settings
BACKUPS=$backups
END
fi
for file in all mail payments; do
	[ -e "$settings/$file.env" ] || cp "$here/$file.env" "$settings/$file.env"
done
echo "Fill in $settings/all.env, mail.env and payments.env."
