#!/bin/sh
# The site is an ordinary user that owns its database and nothing else. It may create databases, because each backup is
# tried out in one of its own.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$SITE_PASSWORD" <<'SQL'
create role whitebirch login createdb password :'password';
create database whitebirch owner whitebirch encoding 'UTF8' template template0;
revoke connect on database postgres from public;
SQL
