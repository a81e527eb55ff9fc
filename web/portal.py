"""What phones ask a network to find out whether it leads anywhere, and names that are not ours.

Each question gets the one fixed answer that its vendor takes for "all is well": the phone stays, and no sign-in
sheet opens that would forget its cookies. Nothing here redirects, so nothing can go round in a loop.
"""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from web.guard import host_name, is_ours
from web.house import house

portal = Blueprint("portal", __name__)

ANSWERS: dict[str, tuple[int, str, str]] = {
    # path: (status, type, body)
    "/generate_204": (204, "text/plain", ""),  # Android, ChromeOS
    "/gen_204": (204, "text/plain", ""),  # Android, older
    "/mobile/status.php": (204, "text/plain", ""),  # some Android builds
    "/hotspot-detect.html": (200, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
    "/library/test/success.html": (
        200,
        "text/html",
        "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
    ),
    "/connecttest.txt": (200, "text/plain", "Microsoft Connect Test"),  # Windows 10 and later
    "/ncsi.txt": (200, "text/plain", "Microsoft NCSI"),  # Windows before
    "/success.txt": (200, "text/plain", "success\n"),  # Firefox
    "/canonical.html": (
        200,
        "text/html",
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),  # Firefox, compared as text
    "/check_network_status.txt": (200, "text/plain", "NetworkManager is online\n"),  # GNOME
    "/nm-check.txt": (200, "text/plain", "NetworkManager is online\n"),
    "/kindle-wifi/wifistub.html": (200, "text/html", "81ce4465-7167-4dcb-835b-dcc9e44c112a"),
    "/favicon.ico": (204, "text/plain", ""),
    "/robots.txt": (200, "text/plain", "User-agent: *\nDisallow: /\n"),
}


@portal.before_app_request
def known_name() -> Response | None:
    """Answer the fixed questions under any name, and say to a strange name where the table is."""
    if request.method in ("GET", "HEAD") and request.path in ANSWERS:
        status, kind, body = ANSWERS[request.path]
        return Response(body, status, mimetype=kind)
    if is_ours(host_name()):
        return None
    # The strange name is not repeated: it may be anything.
    page = render_template("elsewhere.html", title_key="elsewhere.title", address=house().settings.address())
    return Response(page, 404, mimetype="text/html")
