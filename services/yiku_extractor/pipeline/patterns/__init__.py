"""What the home domain says outright, in Chinese and English, as patterns by topic."""

from yiku_extractor.pipeline.patterns.addresses import ADDRESSES
from yiku_extractor.pipeline.patterns.complaints import COMPLAINTS
from yiku_extractor.pipeline.patterns.drivers import DRIVER_OPINIONS, DRIVER_PRAISE
from yiku_extractor.pipeline.patterns.health import HEALTH
from yiku_extractor.pipeline.patterns.money import INVOICE_TITLES, INVOICES, PAYMENT
from yiku_extractor.pipeline.patterns.person import (
    EMAILS,
    NAMES,
    PETS,
    REACH,
    TRADE,
    USUAL_GOODS,
)
from yiku_extractor.pipeline.patterns.rule import Topic
from yiku_extractor.pipeline.patterns.services import (
    CALLS,
    CONTACT,
    INSURANCE,
    LOADING_HELP,
    PACKING,
    SERVICE_WISHES,
)
from yiku_extractor.pipeline.patterns.times import AVOIDED_TIME, NIGHT_DELIVERY, PREFERRED_TIME
from yiku_extractor.pipeline.patterns.vehicles import VEHICLES

HOME_DOMAIN: tuple[Topic, ...] = (
    ADDRESSES,
    VEHICLES,
    DRIVER_OPINIONS,
    DRIVER_PRAISE,
    COMPLAINTS,
    HEALTH,
    NIGHT_DELIVERY,
    AVOIDED_TIME,
    PREFERRED_TIME,
    CONTACT,
    CALLS,
    LOADING_HELP,
    INSURANCE,
    PACKING,
    SERVICE_WISHES,
    INVOICES,
    INVOICE_TITLES,
    PAYMENT,
    NAMES,
    REACH,
    EMAILS,
    TRADE,
    PETS,
    USUAL_GOODS,
)
"""Every topic is tried on every statement; a statement may speak of several."""
