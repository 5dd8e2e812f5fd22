#!/bin/sh
# What people and accidents do to a box; what came of each is a file in /var/lib/probe.
exec 2>&1
cd /var/lib/probe || exit 1
show() { systemctl show prompter.service -p ActiveState,Result,NRestarts,MainPID,ExecMainStatus,StatusText; }
log() { journalctl -q -o cat -u prompter.service; }
hit() { systemctl kill --kill-whom=main --signal="$1" prompter.service; }
until_up() { # until_up RESTARTS: it has come back so often, and has told where it stands; given up after a minute
    for _ in $(seq 60); do
        if show | grep -q '^StatusText=.' && show | grep -qx "NRestarts=$1"; then return; fi
        sleep 1
    done
}

until_up 0
show >up
log >log_up
prompter evenings >evenings_up

for _ in $(seq 60); do
    systemctl show prompter-page.service -p ActiveState,NRestarts,StatusText >page
    if grep -q PIN page; then break; fi
    sleep 1
done
python3 -c 'import urllib.request as web; print(web.urlopen("http://127.0.0.1:8080").read().decode())' >page_seen
systemctl kill --kill-whom=main --signal=KILL prompter-page.service
show >page_killed

readlink /proc/self/ns/net >network
systemctl start check.service >check_said
cp /var/lib/prompter/check.json check.json

hit STOP
until_up 1
show >back
prompter evenings >evenings_back
log >log_back

hit KILL
until_up 2
show >killed
prompter evenings >evenings_killed

prompter install >install_again
echo '# edited' >>/etc/systemd/system/prompter.service
prompter install >install_edited
show >restarted

systemctl stop prompter.service
show >stopped
prompter evenings >evenings_stopped

echo 'level = ' >>/etc/prompter/prompter.toml
systemctl start prompter.service
sleep 4
show >faulty
log >log_faulty

prompter uninstall >uninstall
systemctl list-unit-files --no-legend 'prompter*' >units_left
find /opt/prompter /usr/local/bin/prompter /var/lib/prompter/evenings -name '*.evening' -o -name prompter >files_left

systemctl poweroff --force
